// The fields of a test push.

import type { AnyField, Field } from '#web/form/types.ts'
import {
  longest,
  type PushApp,
  type PushBrowser,
  pictureProblem,
  uriProblem,
} from '#features/push/contract.ts'
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
    { name: 'title', label: '标题', kind: 'text', required: true, longest: longest.title },
    { name: 'body', label: '内容', kind: 'textarea', rows: 3, required: true, longest: longest.body },
    {
      name: 'uri',
      label: '链接',
      kind: 'text',
      half: true,
      mono: true,
      longest: longest.uri,
      placeholder: 'mygame://shop',
      help: 'https:// 或应用自己的协议',
      check: (uri) => uriProblem(uri.trim()),
    },
    {
      name: 'action',
      label: '动作',
      kind: 'text',
      half: true,
      mono: true,
      longest: longest.action,
      suggestions: ['open_app', 'open_uri'],
      help: '点按后应用做什么，由应用约定',
    },
    {
      name: 'media',
      label: '图片',
      kind: 'text',
      half: true,
      mono: true,
      longest: longest.uri,
      placeholder: 'https://',
      check: (address) => pictureProblem(address.trim(), '图片'),
    },
    {
      name: 'icon',
      label: '图标',
      kind: 'text',
      half: true,
      mono: true,
      longest: longest.uri,
      placeholder: 'https://',
      check: (address) => pictureProblem(address.trim(), '图标'),
    },
  ]
  return fields as unknown as readonly AnyField[]
}
