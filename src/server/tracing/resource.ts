// What the collector calls the program that a span is of.
import type { TracerProviderOptions } from '@opentelemetry/sdk-trace'

type Resource = NonNullable<TracerProviderOptions['resource']>

export function resourceOf(serviceName: string): Resource {
  const attributes = { 'service.name': serviceName }
  const resource: Resource = {
    attributes,
    getRawAttributes: () => Object.entries(attributes),
    // Nobody adds to it.
    merge: () => resource,
  }
  return resource
}
