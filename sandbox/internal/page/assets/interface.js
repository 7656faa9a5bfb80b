// Shows openapi.yaml with Swagger UI.
SwaggerUIBundle({
	dom_id: "#swagger-ui",
	url: "/openapi.yaml",
	validatorUrl: null, // else it would ask a site on the internet
	showExtensions: true, // x-assumed: what the interface leaves open
	deepLinking: true,
	displayRequestDuration: true,
	persistAuthorization: true,
	defaultModelsExpandDepth: 0,
});
