// Types of the parts of Swagger UI that the page uses; the package has no declarations.
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerSystem {
    layoutActions: {
      updateFilter(text: string): void
      show(place: readonly string[], shown: boolean): void
    }
  }
  interface SwaggerRequest {
    headers: Record<string, string>
    credentials?: RequestCredentials
  }
  interface SwaggerOptions {
    domNode: Element
    spec: object
    docExpansion: 'none' | 'list'
    filter: string
    defaultModelsExpandDepth: number
    displayRequestDuration: boolean
    validatorUrl: null
    withCredentials?: boolean
    requestInterceptor(request: SwaggerRequest): SwaggerRequest
    onComplete(): void
    plugins: readonly unknown[]
    layout: string
  }
  export default function SwaggerUI(options: SwaggerOptions): SwaggerSystem
}
