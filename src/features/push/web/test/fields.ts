// The fields of a test push.

import type { AnyField, Field } from '#web/form/types.ts'
import type { PushApp, PushBrowser } from '#features/push/contract.ts'
import { messageFields } from '../messageFields.ts'
import type { TestValues } from './store.ts'

export function testFields(
  apps: readonly PushApp[],
  browsers: readonly PushBrowser[],
  present: PushBrowser | null,
): readonly AnyField[] {
  const fields: readonly Field<TestValues>[] = [
    {
      name: 'cgi',
      label: '应用',
      kind: 'select',
      half: true,
      choices: apps.map(({ cgi, name }) => ({ value: cgi, title: name })),
    },
    {
      name: 'to',
      label: '发到',
      kind: 'select',
      half: true,
      choices: [
        { value: 'player', title: '一个玩家或设备' },
        ...browsers.map(({ id, device, service }) => ({
          value: String(id),
          title: id === present?.id ? `此浏览器（${device}）` : `${device} ${service}`,
        })),
      ],
    },
    {
      name: 'target',
      label: '玩家或设备编号',
      kind: 'text',
      mono: true,
      longest: 200,
      help: '不填则发给你的用户名',
      shownWhen: ({ to }) => to === 'player',
    },
    ...messageFields,
  ]
  return fields as unknown as readonly AnyField[]
}
