package oauthflow

// failpoint is called by name where a crash would hurt. Tests replace it to end the process there.
var failpoint = func(string) {}
