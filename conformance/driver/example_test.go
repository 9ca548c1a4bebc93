package driver_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance/driver"
)

// A driver's main is driver.Serve(os.Stdin, os.Stdout, answer). Here two commands stand for the judge.
func ExampleServe() {
	answer := func(_ context.Context, _ *driver.Judge, c driver.Command) (any, error) {
		switch c.Name {
		case "hello":
			return map[string]string{"driver": "mine"}, nil
		case "get":
			var params struct {
				SessionID string `json:"session_id"`
			}
			if err := c.Into(&params); err != nil {
				return nil, err
			}
			return nil, &driver.Fault{Kind: "api", Status: 404, Detail: "There is no session " + params.SessionID + "."} // what the client said
		}
		return nil, driver.ErrUnsupported
	}
	commands := `{"id":1,"command":"hello","params":{}}
{"id":2,"command":"get","base_url":"http://127.0.0.1:4000","api_key":"bsk_1","params":{"session_id":"ses_1"}}`
	fmt.Println(driver.Serve(strings.NewReader(commands), os.Stdout, answer))
	// Output:
	// {"id":1,"result":{"driver":"mine"}}
	// {"error":{"kind":"api","status":404,"detail":"There is no session ses_1."},"id":2}
	// <nil>
}

// A client that takes a clock is given the judge: it waits in no time, and the judge knows that it waited.
func ExampleJudge() {
	answer := func(ctx context.Context, judge *driver.Judge, _ driver.Command) (any, error) {
		if err := judge.Event("browser", map[string]string{"url": "https://intake.example/authorize"}); err != nil {
			return nil, err
		}
		before := judge.Now()
		err := judge.Sleep(ctx, time.Minute)
		return judge.Now().Sub(before) >= time.Minute, err
	}
	judged := strings.NewReader(`{"id":1,"command":"me","params":{}}
{"id":1,"ack":true}
{"id":1,"ack":true}`)
	fmt.Println(driver.Serve(judged, os.Stdout, answer))
	// Output:
	// {"data":{"url":"https://intake.example/authorize"},"event":"browser","id":1}
	// {"data":{"seconds":60},"event":"wait","id":1}
	// {"id":1,"result":true}
	// <nil>
}
