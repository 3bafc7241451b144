// The page of the table's browser tests, built once for the whole run; see services.ts.
export async function startTablePage(): Promise<{ place: string; stop(): Promise<void> }> {
  const { buildPage, pageOf } = await import('../web/table/fixture/build.mjs')
  return { place: pageOf(await buildPage('page.tsx')), stop: async () => {} }
}
