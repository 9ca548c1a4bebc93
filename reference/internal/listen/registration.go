package listen

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// registration is the endpoint at the server, over the server's restarts.
type registration struct {
	hooks
	*relay
	address string
	id      string // of the endpoint; watch alone changes it
	trouble string // what was last said to be wrong
}

// watch looks after the endpoint until ctx ends.
func (r *registration) watch(ctx context.Context) {
	tick := time.NewTicker(r.o.LookEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			r.look(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// look registers the endpoint again at a server that does not know it, and says what changed since the last look.
func (r *registration) look(ctx context.Context) {
	known, err := r.has(ctx, r.o.Org, r.id)
	var fresh endpoint
	if err == nil && !known {
		fresh, err = r.createEndpoint(ctx, r.o.Org, r.address, r.o.Events)
	}
	switch {
	case err != nil && ctx.Err() != nil:
	case err != nil && r.trouble != err.Error():
		r.trouble = err.Error()
		r.printf("%s\n", trouble(err))
	case err == nil && !known:
		r.id, r.trouble = fresh.EndpointID, ""
		r.printf("The server is back without the endpoint; it is registered anew.\nSigning secret: %s\n", fresh.Secret)
	case err == nil && r.trouble != "":
		r.trouble = ""
		r.printf("The server is back.\n")
	}
}

func trouble(err error) string {
	var refused *refusal
	if errors.As(err, &refused) {
		return fmt.Sprintf("The server does not take the endpoint: %d %s", refused.status, refused.detail)
	}
	return "The server is away; looking for it."
}
