// Requests a server that all test files of the run share.
import { inject } from 'vitest'

export async function askFor<Place>(name: 'postgres' | 'clickhouse' | 'demo' | 'tablePage'): Promise<Place> {
  const reply = await fetch(`${inject('services')}/${name}`)
  if (!reply.ok) throw new Error(`no ${name}: ${await reply.text()}`)
  return (await reply.json()) as Place
}
