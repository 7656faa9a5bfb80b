package steering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"payapp/sandbox/internal/store"
)

// Steering is the rules in force. It is safe for concurrent use.
type Steering struct {
	store *store.Store

	mu    sync.Mutex
	saved rules
	empty bool // no payment was ever steered
}

// rules are what is stored.
type rules struct {
	Last  int64 // number given
	Rules []Rule
}

const setting = "steering"

// most is how many rules there may be.
const most = 500

// ErrTooMany refuses further rules.
var ErrTooMany = fmt.Errorf("there are %d rules already: remove some", most)

// Load reads the rules.
func Load(ctx context.Context, db *store.Store) (*Steering, error) {
	s := &Steering{store: db}
	text, err := db.Setting(ctx, setting)
	if err != nil {
		return nil, err
	}
	if text != nil {
		if err := json.Unmarshal(text, &s.saved); err != nil {
			return nil, fmt.Errorf("setting %s: %w", setting, err)
		}
	}
	s.empty, err = db.NobodySteered(ctx)
	return s, err
}

// List is the rules in force, in the order in which they were added.
func (s *Steering) List() []Rule {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.saved.Rules)
}

// Add adds a rule and returns it with its number.
func (s *Steering) Add(ctx context.Context, rule Rule) (Rule, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.saved.Rules) >= most {
		return rule, ErrTooMany
	}
	rule.Seq, rule.Taken = s.saved.Last+1, 0
	return rule, s.save(ctx, rules{rule.Seq, append(slices.Clone(s.saved.Rules), rule)})
}

// Remove removes the rules for which gone is true. Payments that they steer
// stay steered.
func (s *Steering) Remove(ctx context.Context, gone func(Rule) bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.save(ctx, rules{s.saved.Last, slices.DeleteFunc(slices.Clone(s.saved.Rules), gone)})
}

func (s *Steering) save(ctx context.Context, changed rules) error {
	text, err := json.Marshal(changed)
	if err != nil {
		return fmt.Errorf("steering: %w", err)
	}
	if err := s.store.SetSetting(ctx, setting, text); err != nil {
		return err
	}
	s.saved = changed
	return nil
}

// Of is what steers the payment besides its id. Until it exists, rules that fit
// are taken, each once, and the directives in the customer's name; what was
// taken stays.
func (s *Steering) Of(ctx context.Context, of Subject) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, named, _ := strings.Cut(of.Name, "~")
	if s.empty && len(s.saved.Rules) == 0 && named == "" {
		return "", nil
	}
	words, cause, err := s.store.Steered(ctx, of.Merchant, of.Kind, of.ID)
	if err != nil {
		return "", err
	}
	taken := strings.Split(cause, ", ")
	var due []int
	for i, rule := range s.saved.Rules {
		if rule.fits(of) && (rule.Times == 0 || rule.Taken < rule.Times) && !slices.Contains(taken, causeOf(rule)) {
			due = append(due, i)
		}
	}
	byName := named != "" && !slices.Contains(taken, causeName)
	if len(due) == 0 && !byName {
		return words, nil
	}
	if _, err := s.store.Payment(ctx, of.Merchant, of.Kind, of.ID); !errors.Is(err, store.ErrNotFound) {
		return words, err // it exists, and stays as it is
	}
	return s.take(ctx, of, words, cause, due, byName)
}

const causeName = "the customer's name"

func causeOf(rule Rule) string { return fmt.Sprintf("rule %d", rule.Seq) }

func (s *Steering) take(ctx context.Context, of Subject, words, cause string, due []int, byName bool) (string, error) {
	changed := rules{s.saved.Last, slices.Clone(s.saved.Rules)}
	add := func(more, why string) {
		words += more
		cause = strings.TrimPrefix(cause+", "+why, ", ")
	}
	for _, i := range due {
		rule := &changed.Rules[i]
		add(rule.Words[rule.Taken%len(rule.Words)], causeOf(*rule))
		rule.Taken++
	}
	if byName {
		add(inName(of.Name), causeName)
	}
	if len(due) > 0 {
		if err := s.save(ctx, changed); err != nil {
			return "", err
		}
	}
	s.empty = false
	return words, s.store.SetSteered(ctx, of.Merchant, of.Kind, of.ID, words, cause)
}

// inName is the directives that a name carries after "~", as in "Alex
// Example~refused@5s".
func inName(name string) string {
	var words strings.Builder
	for _, word := range strings.Split(name, "~")[1:] {
		words.WriteString("~" + strings.TrimSpace(word))
	}
	return words.String()[:min(words.Len(), 128)]
}
