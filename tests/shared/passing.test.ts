// Failures worth a retry: temporary ones in the error table, and incomplete answers.
import { expect, it } from 'vitest'
import { errors } from '#shared/errors.ts'
import { isPassing } from '#shared/passing.ts'

it('are of the table those that the server or the warehouse had, and those told to come later', () => {
  const passing = Object.entries(errors).flatMap(([code, { status }]) =>
    isPassing({ status, code }) ? [code] : [],
  )
  expect(passing.sort()).toEqual(
    [
      'login_throttled',
      'link_throttled',
      'look_throttled',
      'embed_throttled',
      'push_throttled',
      'token_throttled',
      'gateway_failed',
      'sign_in_away',
      'query_failed',
      'query_timeout',
      'query_canceled',
      'warehouse_unavailable',
      'server_busy',
      'metadata_unreachable',
      'storage_full',
      'internal',
    ].sort(),
  )
})

it.each([
  [0, 'network_failed', true],
  [0, 'timed_out', true],
  [200, 'answer_broken', true],
  [200, 'graphql_failed', true],
  [502, '502', true],
  [503, 'warehouse_damaged', false],
  [404, '404', false],
  [421, '421', false],
])('are %i %s: %s', (status, code, passes) => {
  expect(isPassing({ status, code })).toBe(passes)
})
