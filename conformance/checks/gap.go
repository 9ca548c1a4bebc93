package checks

var gapChecks = []Check{}
