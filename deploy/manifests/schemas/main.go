// Command schemas writes what kubeconform compares manifests with, as strict as the
// API's server: a file for each kind, from Kubernetes' own OpenAPI document and from
// Prometheus Operator's definitions of resources.
//
//	schemas swagger.json crd-folder into-folder
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"
)

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: schemas swagger.json crd-folder into-folder")
	}
	if err := write(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

func write(swagger, definitions, into string) error {
	if err := os.MkdirAll(into, 0o755); err != nil {
		return err
	}
	if err := builtIn(swagger, into); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(definitions, "*.yaml"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := defined(file, into); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// kind is how a schema's file is named: kubeconform's {{.ResourceKind}}{{.KindSuffix}}.
func kind(group, version, kind string) string {
	group, _, _ = strings.Cut(group, ".")
	return strings.ToLower(strings.Trim(kind+"-"+group, "-") + "-" + version + ".json")
}

// builtIn writes Kubernetes' kinds: all definitions once, and a file for each kind
// that refers to its own.
func builtIn(swagger, into string) error {
	text, err := os.ReadFile(swagger)
	if err != nil {
		return err
	}
	var document struct {
		Definitions map[string]map[string]any `json:"definitions"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return err
	}
	for name, definition := range document.Definitions {
		if definition["format"] == "int-or-string" {
			document.Definitions[name] = map[string]any{"type": []string{"string", "integer"}}
			continue
		}
		strict(definition)
		kinds, _ := definition["x-kubernetes-group-version-kind"].([]any)
		for _, entry := range kinds {
			k, _ := entry.(map[string]any)
			group, _ := k["group"].(string)
			version, _ := k["version"].(string)
			named, _ := k["kind"].(string)
			reference := map[string]any{"$ref": "definitions.json#/definitions/" + name}
			if err := put(filepath.Join(into, kind(group, version, named)), reference); err != nil {
				return err
			}
		}
	}
	return put(filepath.Join(into, "definitions.json"), document)
}

// defined writes the kind that a CustomResourceDefinition defines.
func defined(file, into string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var crd struct {
		Spec struct {
			Group string
			Names struct{ Kind string }
			// Versions are each with a schema of its own.
			Versions []struct {
				Name   string
				Schema struct {
					OpenAPIV3Schema map[string]any
				}
			}
		}
	}
	if err := yaml.Unmarshal(text, &crd); err != nil {
		return err
	}
	for _, version := range crd.Spec.Versions {
		schema := version.Schema.OpenAPIV3Schema
		strict(schema)
		if metadata, ok := schema["properties"].(map[string]any)["metadata"].(map[string]any); ok {
			delete(metadata, "additionalProperties") // any object's
		}
		if err := put(filepath.Join(into, kind(crd.Spec.Group, version.Name, crd.Spec.Names.Kind)), schema); err != nil {
			return err
		}
	}
	return nil
}

// strict forbids what a schema doesn't name, wherever it names anything.
func strict(schema any) {
	switch value := schema.(type) {
	case map[string]any:
		_, names := value["properties"].(map[string]any)
		_, others := value["additionalProperties"]
		if names && !others && value["x-kubernetes-preserve-unknown-fields"] != true {
			value["additionalProperties"] = false
		}
		if value["x-kubernetes-int-or-string"] == true {
			delete(value, "type")
		}
		for _, part := range value {
			strict(part)
		}
	case []any:
		for _, part := range value {
			strict(part)
		}
	}
}

func put(file string, schema any) error {
	text, err := json.Marshal(schema)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}
