// What others may read of a saved query by its address: nothing, its text, or its latest result as well; and who may.
// Off by default.

import {
  AnchorButton,
  Button,
  DialogBody,
  DialogFooter,
  InputGroup,
  Radio,
  RadioGroup,
} from '@blueprintjs/core'
import { Duplicate, Share } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import type { Audience } from '#shared/audience.ts'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { copyText } from '#web/ui/copyText.ts'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { getView, type SavedQuery, type ShareMode, shareQuery } from '#features/code/contract.ts'
import { AudienceChoice } from './AudienceChoice.tsx'

interface Props {
  query: Pick<SavedQuery, 'id' | 'name' | 'share'> &
    Partial<Pick<SavedQuery, 'right' | 'folderId' | 'audience'>>
  /** The editor's text differs from the saved one. */
  isChanged?: boolean
  onClose: () => void
  onChanged: (query: SavedQuery) => void
}

export const shareTexts: Record<ShareMode, string> = {
  off: '未分享',
  query: '已分享 SQL',
  result: '已分享 SQL 和结果',
}

const choices: { mode: ShareMode; title: string; detail: string }[] = [
  { mode: 'off', title: '不分享', detail: '只有你自己能看，他人打开链接只看到「内容不存在」' },
  { mode: 'query', title: '分享 SQL', detail: '下面选定的人打开链接能看到名称、SQL 和参数' },
  { mode: 'result', title: '分享 SQL 和结果', detail: '另加最近一次运行保留的结果，最多 1,000 行' },
]

const sharedLink = (id: string): string => `${window.location.origin}/code_view/${encodeURIComponent(id)}`

export function ShareDialog({ query, isChanged = false, onClose, onChanged }: Props) {
  const { id, name, share } = query
  // Readers of a team's query see the author's result, which may be another user's.
  const isOwn = query.right === 'own' && (query.folderId ?? null) === null
  const [asked, setAsked] = useState<ShareMode | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  /** The choice wanted now: arrow keys may pass a choice while the previous one is being saved. */
  const wanted = useRef<ShareMode | null>(null)
  const { audience, setAudience, unread } = useAudience(query)
  const narrow = async (wanted: Audience) => {
    setFailure(null)
    const before = audience
    setAudience(wanted)
    try {
      const saved = await call(
        shareQuery,
        { params: { id }, body: { share, audience: wanted } },
        { quiet: true },
      )
      setAudience(saved.audience)
      onChanged(saved)
    } catch (error) {
      setAudience(before)
      setFailure(failureOf(error))
    }
  }
  const choose = async (mode: ShareMode) => {
    const isSending = wanted.current !== null
    wanted.current = mode
    setAsked(mode)
    if (isSending) return
    setFailure(null)
    try {
      for (let sent = share; sent !== wanted.current; ) {
        sent = wanted.current
        onChanged(await call(shareQuery, { params: { id }, body: { share: sent } }, { quiet: true }))
      }
    } catch (error) {
      setFailure(failureOf(error))
    }
    wanted.current = null
    setAsked(null)
  }
  return (
    <TitledDialog title={`分享「${name}」`} className="share-dialog" onClose={onClose}>
      <DialogBody>
        <RadioGroup
          selectedValue={asked ?? share}
          onChange={(event) => void choose(event.currentTarget.value as ShareMode)}
          aria-label="分享范围"
        >
          {choices.map(({ mode, title, detail }) => (
            <Radio key={mode} value={mode} autoFocus={mode === share}>
              <span className="share-choice">
                {title}
                <small>{detail}</small>
              </span>
            </Radio>
          ))}
        </RadioGroup>
        {failure && <FailureLine what="分享修改失败" failure={failure} />}
        {share !== 'off' && unread && <FailureLine what="谁能打开读取失败" failure={unread} />}
        {share !== 'off' && audience && (
          <AudienceChoice audience={audience} onChange={(one) => void narrow(one)} />
        )}
        {share === 'off' ? <p className="share-note">选择分享后，这里给出链接。</p> : <SharedLink id={id} />}
        {share === 'result' && isOwn && <MissingResult id={id} />}
        {isChanged && <p className="share-note">编辑器里有未保存的修改，链接给出的是已保存的版本。</p>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {share !== 'off' && (
              <Button text="停止分享" intent="danger" variant="outlined" onClick={() => void choose('off')} />
            )}
            <Button text="完成" onClick={onClose} />
          </>
        }
      />
    </TitledDialog>
  )
}

/** An editor's tab does not know it: it is read. Null until then. */
function useAudience({ id, audience }: Props['query']) {
  const [known, setKnown] = useState<Audience | null>(audience ?? null)
  const [unread, setUnread] = useState<CallError | null>(null)
  useEffect(() => {
    if (audience) return
    const asking = new AbortController()
    call(getView, { params: { id } }, { quiet: true, loading: null, signal: asking.signal }).then(
      (view) => setKnown(view.audience),
      (error: unknown) => {
        if (!asking.signal.aborted) setUnread(failureOf(error))
      },
    )
    return () => asking.abort()
  }, [id, audience])
  return { audience: known, setAudience: setKnown, unread }
}

/** Warns that readers would find only the text. */
function MissingResult({ id }: { id: string }) {
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    const asking = new AbortController()
    call(getView, { params: { id } }, { quiet: true, loading: null, signal: asking.signal }).then(
      ({ result }) => setMissing(result === null),
      () => undefined,
    )
    return () => asking.abort()
  }, [id])
  return (
    <p className="share-note" role="status">
      {isMissing && '现在没有可以附上的结果：把已保存的 SQL 运行一次，链接里就有了。'}
    </p>
  )
}

function SharedLink({ id }: { id: string }) {
  const link = sharedLink(id)
  return (
    <div className="share-link">
      <InputGroup
        readOnly
        fill
        value={link}
        aria-label="分享链接"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button icon={<Duplicate size={14} />} text="复制" onClick={() => void copyText(link, '链接已复制')} />
      <AnchorButton icon={<Share size={14} />} text="打开" href={link} target="_blank" rel="noreferrer" />
    </div>
  )
}
