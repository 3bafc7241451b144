// @vitest-environment jsdom
// A saved snippet is offered in the browser before the list is read again.
import { afterEach, expect, it, vi } from 'vitest'
import type { Snippet } from '#features/code/contract.ts'
import {
  keepSaved,
  loadSnippets,
  resetSnippets,
  useSnippets,
} from '#features/code/web/query/snippets/store.ts'

const snippet = (id: number, prefix: string, revision = 1) => ({ id, prefix, revision }) as unknown as Snippet
const listed = (data: Snippet[]) =>
  new Response(JSON.stringify({ isSuccess: true, msg: '', data }), {
    headers: { 'content-type': 'application/json' },
  })
const prefixes = () => useSnippets.getState().items.map(({ prefix, revision }) => `${prefix} ${revision}`)

afterEach(() => {
  resetSnippets()
  vi.unstubAllGlobals()
})

it('offers what was saved at once, in the place of what it was before, and then what the server has', async () => {
  let answer: (reply: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  useSnippets.setState({ status: 'ready', items: [snippet(1, 'dau'), snippet(2, 'pay')] })
  keepSaved(snippet(3, 'new'))
  expect(prefixes()).toEqual(['dau 1', 'pay 1', 'new 1'])
  keepSaved(snippet(1, 'dau', 2))
  expect(prefixes()).toEqual(['pay 1', 'new 1', 'dau 2'])
  await vi.waitFor(() => {
    answer(listed([snippet(1, 'dau', 2), snippet(3, 'new')]))
    expect(prefixes()).toEqual(['dau 2', 'new 1'])
  })
})

it('lists what the latest read says, in whatever order answers come, and nothing of who was signed in before', async () => {
  const answers: ((reply: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)))
  const [first, second] = [loadSnippets(), loadSnippets()]
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(listed([snippet(1, 'new')]))
  await second
  answers[0]?.(listed([snippet(1, 'old')]))
  await first
  expect(prefixes()).toEqual(['new 1'])
  const late = loadSnippets()
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  resetSnippets()
  answers[2]?.(listed([snippet(1, 'theirs')]))
  await late
  expect(prefixes()).toEqual([])
})
