// Swagger UI in an element of ours. It is loaded with the page, asks no other server, and keeps nothing.
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { matchesOperation, type OperationText, operationsOf } from './matching.ts'
import { keepChinese } from './words.ts'
import './api.css'

/** The parts of the document that the page changes for reading. */
interface ApiDocument {
  openapi?: string
  components?: { securitySchemes?: Record<string, unknown> }
  paths?: Record<string, Record<string, { security?: Record<string, unknown>[] }>>
}

/** A few found groups open by themselves; many would take seconds to draw. */
const mostOpened = 5
const tagsOf = (document: object, typed: string): string[] => {
  const found = operationsOf(document).filter((one) => matchesOperation(one, typed))
  return [...new Set(found.map(({ tag }) => tag))].slice(0, mostOpened)
}

interface Shown {
  filter(text: string): void
  leave(): void
}

export function showDocument(element: Element, document: object, filter: string): Shown {
  const domNode = element.appendChild(element.ownerDocument.createElement('div'))
  const stop = keepChinese(domNode)
  const system = SwaggerUI({
    domNode,
    spec: forReading(document),
    docExpansion: 'none',
    filter,
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    validatorUrl: null,
    // With a token the session stays out: the answer is the token's.
    requestInterceptor: (request) => ({
      ...request,
      credentials: 'Authorization' in request.headers ? 'omit' : 'same-origin',
    }),
    onComplete: () => undefined,
    plugins: [ours],
    layout: 'PageLayout',
  })
  return {
    filter: (text) => {
      system.layoutActions.updateFilter(text)
      if (text.trim() === '') return
      for (const tag of tagsOf(document, text)) system.layoutActions.show(['operations-tag', tag], true)
    },
    leave: () => {
      stop()
      domNode.remove()
    },
  }
}

/**
 * The browser sends the session by itself: only the token can be filled in. Swagger UI resolves a document of 3.1 as a
 * whole each time a call is opened, which takes seconds for ours; as 3.0 it looks at the call alone.
 */
function forReading(document: object): object {
  const own = structuredClone(document) as ApiDocument
  own.openapi = '3.0.3'
  delete own.components?.securitySchemes?.session
  for (const operation of Object.values(own.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    if (operation.security?.some((way) => 'session' in way))
      operation.security = [...operation.security.filter((way) => !('session' in way)), {}]
  }
  return own
}

/** What Swagger UI keeps in Immutable's collections, as far as the filter reads it. */
interface Kept {
  get(key: string): Kept & string
  filter(keep: (one: Kept) => boolean): Kept
  set(key: string, value: unknown): Kept
  readonly size: number
}

type Draw = (type: unknown, props: object | null, ...children: unknown[]) => unknown

/**
 * Its own layout has a second main landmark, and a title and a search field that the page has already; its search
 * finds no summaries.
 */
const ours = ({ React: { createElement: draw } }: { React: { createElement: Draw } }) => ({
  components: {
    PageLayout: ({ getComponent }: { getComponent: (name: string, isConnected?: boolean) => unknown }) =>
      draw(
        'div',
        { className: 'swagger-ui' },
        draw(getComponent('SvgAssets'), null),
        draw(getComponent('errors', true), null),
        draw('div', { className: 'api-token' }, draw(getComponent('AuthorizeBtnContainer', true), null)),
        draw(getComponent('operations', true), null),
      ),
  },
  fn: {
    opsFilter: (tagged: Kept, typed: string): unknown =>
      (tagged as unknown as { map(each: (group: Kept) => Kept): Kept })
        .map((group) =>
          group.set(
            'operations',
            group.get('operations').filter((one) => matchesOperation(textOf(one), typed)),
          ),
        )
        .filter((group) => group.get('operations').size > 0),
  },
})

const textOf = (one: Kept): OperationText => ({
  path: one.get('path'),
  id: one.get('operation').get('operationId'),
  summary: one.get('operation').get('summary'),
})
