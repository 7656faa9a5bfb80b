package upstream

// Of the memory that a replica may use (GOMEMLIMIT), readings have a fifth and lists of
// options a twentieth. A process without caches takes some 60 MB, and each waiting
// customer up to 24 KB: of 410 MiB that leaves room for ten thousand, and for what is
// thrown away until Go collects it. What is forgotten is asked again.
func cacheBounds(memory int64) (readings, options int) {
	if memory <= 0 {
		return readingsBytes, optionsBytes
	}
	return int(min(readingsBytes, memory/5)), int(min(optionsBytes, memory/20))
}
