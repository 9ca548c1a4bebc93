module github.com/workspaceintake/intake-go/webhook/bench

go 1.26.0

require (
	github.com/google/go-github/v89 v89.0.0
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
	github.com/stripe/stripe-go/v85 v85.0.0
	github.com/svix/svix-webhooks v1.44.0
	github.com/workspaceintake/intake-go v0.0.0
)

require (
	github.com/google/go-querystring v1.2.0 // indirect
	gopkg.in/validator.v2 v2.0.1 // indirect
)

replace github.com/workspaceintake/intake-go => ../..
