// Package pdfsample writes the PDFs that the judge of servers uploads: a small declarations page about a business that does
// not exist, at any size, and the same in other forms that files in the wild have.
package pdfsample
