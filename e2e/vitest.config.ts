// End-to-end journeys: the product as it is served, a real Chromium; two files at a time, each process with its own.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // What a person waits for a moment longer on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    root: new URL('..', import.meta.url).pathname,
    include: ['e2e/journeys/**/*.test.ts'],
    globalSetup: ['e2e/product.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
