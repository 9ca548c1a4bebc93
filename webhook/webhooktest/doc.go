// Package webhooktest helps to test receivers of webhooks: deliveries signed as the service signs them, and the suite
// that every Inbox and Queue must pass.
package webhooktest
