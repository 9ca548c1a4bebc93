package pdfsample

// Blank is a valid PDF of one empty page: nothing can be read from it.
func Blank() []byte {
	var f file
	f.out.WriteString("%PDF-1.4\n")
	f.object("<< /Type /Catalog /Pages 2 0 R >>")
	f.object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	f.object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> >>")
	return f.end()
}
