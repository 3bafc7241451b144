// End-to-end journeys: the product as served, with a real Chromium; two files at a time, each process with its own.
import { defineConfig } from 'vitest/config'
import { onePriority } from '#server/process/bareEnvironment.ts'
import { keepInMemory } from '#setup/temporary.mjs'

// Data folders, profiles and the browser's shared memory: on a disk they are written back while the journeys run.
keepInMemory()
// A journey's import or query is never starved by the other journey, the browsers and the tests beside them.
process.env[onePriority] = '1'

export default defineConfig({
  test: {
    // Against hanging tests, as in browser.ts: a busy machine is not the page's fault.
    expect: { poll: { timeout: 60_000 } },
    root: new URL('..', import.meta.url).pathname,
    include: ['e2e/journeys/**/*.test.ts'],
    // Journeys read pages and commands from the registry.
    setupFiles: ['src/main-slices.ts'],
    globalSetup: ['e2e/product.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // Against endless tests. A journey over forty pages takes half a minute, and more than two on a machine that
    // stalls; waits of users have limits of their own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
