package methods

import "fmt"

// newCatalogue indexes rows and fills in values derived from the rest of a row.
func newCatalogue(rows []Method) (*Catalogue, error) {
	c := &Catalogue{
		rows:   rows,
		index:  make(map[[2]string]int, len(rows)),
		fields: make(map[string]bool),
	}
	for i := range rows {
		m := &rows[i]
		if m.Messages == "" {
			m.Messages = m.Code
		}
		key := [2]string{m.Code, m.Currency}
		if _, twice := c.index[key]; twice {
			return nil, fmt.Errorf("%s in %s is there twice", m.Code, m.Currency)
		}
		c.index[key] = i
		for _, f := range m.Fields {
			c.fields[f.Name] = true
		}
	}
	return c, nil
}
