// Behind TLS each answer tells the browser to come by https from now on.
import { expect, test } from 'vitest'
import { makeBareApp } from './app.ts'

const urls = ['/', '/api/s1/data/nothing', '/favicon.svg']

test.each([
  [true, 'max-age=31536000'],
  [false, undefined],
])('with https set to %s every answer asks for %s', async (https, told) => {
  const { app, dispose } = await makeBareApp({ https })
  try {
    for (const url of urls) {
      const { headers } = await app.inject({ url })
      expect([url, headers['strict-transport-security']]).toEqual([url, told])
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    const refused = await app.inject({ url: '/api/s1/data/nothing', headers: { host: 'a b' } })
    expect(refused.headers['strict-transport-security']).toBe(told)
  } finally {
    await dispose()
  }
})
