// End-to-end journeys: the product as it is served, a real Chromium; two files at a time, each process with its own.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Against what hangs, as in browser.ts: a busy machine is no fault of the page's.
    expect: { poll: { timeout: 60_000 } },
    root: new URL('..', import.meta.url).pathname,
    include: ['e2e/journeys/**/*.test.ts'],
    // Journeys read pages and commands from the registry.
    setupFiles: ['src/main-slices.ts'],
    globalSetup: ['e2e/product.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // For what would never end. A journey over forty pages takes half a minute, and more than two where the machine
    // stood still beside it; what a person waits for has limits of its own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
