// The test page's state: what is typed stays while the tab is open.
import { create } from 'zustand'
import { call, quiet } from '#web/api/client.ts'
import {
  type EmbeddedPush,
  listEmbeddedPushes,
  listPushBrowsers,
  type PushBrowser,
  type PushMessage,
} from '#features/push/contract.ts'
import { presentBrowser } from './browser.ts'

export interface TestValues extends PushMessage {
  cgi: string
  /** `player`, or the id of a registered browser. */
  to: string
  target: string
}

interface TestState {
  values: TestValues
  browsers: readonly PushBrowser[]
  /** This very browser, where it is registered. */
  present: PushBrowser | null
  kept: readonly EmbeddedPush[] | null
}

const blank: TestValues = {
  cgi: '',
  to: 'player',
  target: '',
  title: '',
  body: '',
  action: '',
  uri: '',
  media: '',
  icon: '',
}

export const useTest = create<TestState>(() => ({ values: blank, browsers: [], present: null, kept: null }))

export const changeValue = (name: string, value: unknown): void =>
  useTest.setState(({ values }) => ({ values: { ...values, [name]: value } }))

export async function readBrowsers(signal?: AbortSignal): Promise<void> {
  const browsers = await call(listPushBrowsers, {}, { ...quiet, signal })
  useTest.setState({ browsers, present: await presentBrowser(browsers).catch(() => null) })
}

export async function readKept(signal?: AbortSignal): Promise<void> {
  useTest.setState({ kept: await call(listEmbeddedPushes, {}, { ...quiet, signal }) })
}
