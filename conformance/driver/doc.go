// Package driver speaks the judge's protocol for clients that are written in Go, so that the program around a client holds
// little more than the client's own calls. conformance/DRIVERS.md describes the protocol and the commands.
//
//	func main() {
//		driver.Serve(os.Stdin, os.Stdout, func(ctx context.Context, judge *driver.Judge, c driver.Command) (any, error) {
//			switch c.Name {
//			case "hello":
//				return map[string]any{"driver": "mine"}, nil
//			case "me":
//				return mine.New(c.BaseURL, c.APIKey).Me(ctx)
//			}
//			return nil, driver.ErrUnsupported
//		})
//	}
//
// The package imports the standard library alone.
package driver
