// A view's embed settings, for users who may change the view: on and off, its address, and limits of what it
// shows.

import { Button, Callout, DialogBody, DialogFooter, Switch } from '@blueprintjs/core'
import { useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { showMessage } from '#web/shell/message.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { type Embed, type EmbedSettings, renewEmbed, saveEmbed } from '#features/embed/contract.ts'
import { EmbedAddresses } from './EmbedAddresses.tsx'
import { EmbedLimits } from './EmbedLimits.tsx'
import './embedDialog.css'

interface Props {
  initial: Embed
  onClose: () => void
}

export function EmbedDialog({ initial, onClose }: Props) {
  const [embed, setEmbed] = useState(initial)
  const [settings, setSettings] = useState(initial.settings)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [asking, setAsking] = useState<'renew' | 'leave' | null>(null)
  const changed = JSON.stringify(settings) !== JSON.stringify(embed.settings)
  const work = async (asked: Promise<Embed>, done: string) => {
    setBusy(true)
    setFailure(null)
    try {
      const kept = await asked
      setEmbed(kept)
      showMessage({ message: done, intent: 'success' })
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusy(false)
  }
  const { viewId } = embed
  const save = (change: { enabled?: boolean; settings?: EmbedSettings }, done: string) =>
    work(call(saveEmbed, { body: { viewId, ...change } }, { quiet: true }), done)
  const turn = (enabled: boolean) =>
    // Switching on also saves unsaved settings, which would otherwise not apply.
    save(
      { enabled, ...(enabled && changed && { settings }) },
      enabled ? '嵌入已开启' : '嵌入已停止，原地址打不开了',
    )
  const renew = () =>
    work(call(renewEmbed, { params: { viewId }, body: {} }, { quiet: true }), '已换新地址，原地址打不开了')
  return (
    <TitledDialog
      title={`嵌入「${embed.viewName}」`}
      className="embed-dialog"
      onClose={() => (changed ? setAsking('leave') : onClose())}
    >
      <DialogBody>
        <Switch
          checked={embed.enabled}
          onChange={(event) => busy || void turn(event.currentTarget.checked)}
          labelElement={
            <>
              <strong>允许不登录查看</strong>
              <small>得到地址的人都能看到这里的图表和数据，按分享者现在可看的游戏；随时可以停止</small>
            </>
          }
        />
        <Standing embed={embed} />
        {embed.enabled && embed.id !== null && <EmbedAddresses embed={embed} id={embed.id} />}
        <EmbedLimits embed={embed} settings={settings} onChange={setSettings} />
        {failure && <FailureLine what="保存失败" failure={failure} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="关闭" onClick={() => (changed ? setAsking('leave') : onClose())} />
            <Button
              intent="primary"
              text="保存设置"
              disabled={!changed}
              loading={busy}
              onClick={() => void save({ settings }, '设置已保存')}
            />
          </>
        }
      >
        {embed.id !== null && (
          <Button intent="danger" variant="outlined" text="换新地址" onClick={() => setAsking('renew')} />
        )}
      </DialogFooter>
      {asking === 'renew' && (
        <ConfirmDialog confirm="换新地址" onClose={() => setAsking(null)} onConfirm={() => void renew()}>
          原来的地址和代码会立刻失效，用到它们的页面要换成新的。
        </ConfirmDialog>
      )}
      {asking === 'leave' && (
        <ConfirmDialog confirm="放弃改动" onClose={() => setAsking(null)} onConfirm={onClose}>
          改动还没有保存，要放弃吗？
        </ConfirmDialog>
      )}
    </TitledDialog>
  )
}

/** Whose figures are shown, or what prevents that. */
function Standing({ embed: { enabled, own, owner, problem, frameAncestors } }: { embed: Embed }) {
  if (!enabled) return null
  return (
    <>
      {problem !== '' && (
        <Callout compact intent="danger" icon={null}>
          现在打不开：{problem}
        </Callout>
      )}
      {!own && (
        <Callout compact intent="warning" icon={null}>
          由 {owner} 分享，数据按 {owner} 可看的游戏。保存设置后改由你分享，数据按你可看的游戏。
        </Callout>
      )}
      {frameAncestors.length === 0 && (
        <Callout compact intent="warning" icon={null}>
          系统还没有允许任何网站嵌入此页：链接可以直接打开，但放不进别的网页。请管理员在 settings.json 的
          frameAncestors 里加入网站的来源。
        </Callout>
      )}
    </>
  )
}
