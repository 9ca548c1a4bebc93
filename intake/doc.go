// Package intake is the client of the Workspace Intake API, for Go programs that take an insurance application from an
// empty form to a submission.
//
// A whole program:
//
//	package main
//
//	import (
//		"bufio"
//		"cmp"
//		"context"
//		"fmt"
//		"io"
//		"log"
//		"os"
//
//		"github.com/workspaceintake/intake-go/intake"
//	)
//
//	func main() {
//		ctx := context.Background()
//		client, err := intake.NewClient() // reads INTAKE_API_KEY and INTAKE_BASE_URL
//		if err != nil {
//			log.Fatal(err)
//		}
//		session, err := client.Sessions.Create(ctx, intake.CreateSession{InsuredName: "Harbor & Main Bakery LLC"})
//		if err != nil {
//			log.Fatal(err)
//		}
//		id := session.SessionID
//		if _, err := client.Sessions.Extract(ctx, id, intake.FileFromPath("prior-policy.pdf")); err != nil {
//			log.Fatal(err)
//		}
//		lines := bufio.NewScanner(os.Stdin)
//		answer := func(_ context.Context, turn *intake.Turn) (string, error) {
//			for _, ask := range turn.Asks {
//				fmt.Println(ask.Question())
//			}
//			if !lines.Scan() {
//				return "", cmp.Or(lines.Err(), io.EOF)
//			}
//			return lines.Text(), nil
//		}
//		for turn, err := range client.Sessions.Interview(ctx, id, answer) {
//			if err != nil {
//				log.Fatal(err)
//			}
//			fmt.Println(turn.Message)
//		}
//		filling, err := client.Sessions.Fill(ctx, id)
//		if err != nil {
//			log.Fatal(err)
//		}
//		for _, form := range filling.Forms {
//			if _, err := client.Sessions.DownloadFormFile(ctx, id, form.FormKey, form.FormKey+".pdf"); err != nil {
//				log.Fatal(err)
//			}
//		}
//		submission, err := client.Sessions.Submit(ctx, id)
//		if err != nil {
//			log.Fatal(err)
//		}
//		fmt.Println("submitted as", submission.ID)
//	}
//
// # What is repeated
//
// A call is sent again, at most [WithMaxAttempts] times in all, where that can do no harm:
//
//	                                      GET       POST
//	429                                   again     again      not accepted, so it had no effect
//	500, 502, 503, 504                    again     once
//	no connection                         again     again      nothing was sent
//	connection lost after sending         again     once       [OutcomeUnknownError]
//	success cut off                       again     once       [OutcomeUnknownError]
//	401, with another token at hand       again     again      one time
//	402, 400, 404, 422, 501 and others    once      once
//
// Between attempts the client waits for twice as long each time, from 0.1 to 10 seconds, with chance in it. Retry-After, in
// seconds or as any form of a date, is a floor that is never undercut. A wait that is longer than [WithMaxWait] or than the
// context's deadline is not begun: the [RateLimitError] comes back at once.
//
// A 429 holds back every call of the client that shares the limit, in all goroutines, until the time the service named.
// Nothing is sent before, and afterwards the calls do not all come at the same moment. So share one client per workspace.
//
// The API has no idempotency keys, and the client does not pretend that it had: what may have been received is not sent
// again.
//
// # Errors
//
// Every error can be told by its meaning with [errors.Is], and holds its facts as a type for [errors.As]:
//
//	400                        ErrBadRequest       *Error
//	401                        ErrUnauthorized     *Error
//	402                        ErrPlanCap          *Error            never repeated
//	404                        ErrNotFound         *Error
//	422                        ErrInvalid          *Error            every fault in Fields
//	429                        ErrRateLimited      *RateLimitError   the wait; it is an *Error too
//	5xx                        ErrServer           *Error
//	answer lost after sending  ErrOutcomeUnknown   *OutcomeUnknownError, see its Reconcile
//	no answer, no effect       the cause           *ConnectionError
//	success, but unreadable    ErrBadAnswer        *AnswerError
//	refused before sending     ErrBadParameter
//	NewClient                  ErrConfiguration
//
// A 5xx says that the service failed, not that nothing was done; read the session before you repeat a POST by hand.
//
// # What comes back
//
// Results keep members that this version does not know in Extra, tell null from absent ([Optional]), keep numbers of any
// size ([Value]), and encode to the JSON that they came from. Statuses, severities and the like may be values that nobody
// knows yet. Each result carries [Meta].
//
// # Secrets
//
// Keys and tokens show in no error, log line, fmt verb or dump. They are sent to the base address and nowhere else:
// redirects are not followed, and plain http is for loopback addresses unless [WithInsecureHTTP] is given.
package intake
