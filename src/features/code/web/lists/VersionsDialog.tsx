// A saved query's versions, each compared with the one before or with the present one, and restoring.
import { Button, DialogBody, DialogFooter, SegmentedControl } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { type CallError, call, failureOf } from '#web/api/client.ts'
import { SqlDiff } from '#web/editor/SqlDiff.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { ErrorState } from '#web/ui/states/ErrorState.tsx'
import { FailureLine } from '#web/ui/states/FailureLine.tsx'
import { Skeleton } from '#web/ui/states/Skeleton.tsx'
import { type QueryVersion, queryVersions, type SavedQuery, saveQuery } from '#features/code/contract.ts'
import { fullTimeText, timeText } from './texts.ts'

interface Props {
  query: Pick<SavedQuery, 'id' | 'name' | 'version'>
  onClose: () => void
  /** The query after a version was restored. */
  onRestored: (query: SavedQuery) => void
}

export function VersionsDialog(props: Props) {
  const { query, onClose } = props
  const [versions, setVersions] = useState<readonly QueryVersion[] | null>(null)
  const [failure, setFailure] = useState<CallError | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks anew, and so does a new version.
  useEffect(() => {
    const stop = new AbortController()
    setFailure(null)
    call(queryVersions, { params: { id: query.id } }, { quiet: true, signal: stop.signal }).then(
      setVersions,
      (error) => {
        if (!stop.signal.aborted) setFailure(failureOf(error))
      },
    )
    return () => stop.abort()
  }, [query.id, query.version, attempt])
  return (
    <TitledDialog title={`「${query.name}」的版本`} className="versions-dialog" onClose={onClose}>
      {failure && (
        <ErrorState title="版本读取失败" failure={failure} onRetry={() => setAttempt(attempt + 1)} />
      )}
      {!failure && versions === null && <Skeleton lines={8} />}
      {!failure && versions !== null && <Versions {...props} versions={versions} />}
    </TitledDialog>
  )
}

type Against = 'before' | 'present'

function Versions({ query, versions, onClose, onRestored }: Props & { versions: readonly QueryVersion[] }) {
  const [chosen, setChosen] = useState(versions[0]?.version ?? 0)
  const [against, setAgainst] = useState<Against>('before')
  const [failure, setFailure] = useState<CallError | null>(null)
  const [busy, setBusy] = useState(false)
  const at = Math.max(
    0,
    versions.findIndex(({ version }) => version === chosen),
  )
  const shown = versions[at]
  const present = versions[0]
  if (!shown || !present) return null
  const other = against === 'present' ? present : versions[at + 1]
  const restore = async () => {
    setBusy(true)
    setFailure(null)
    const { name, sql, params } = shown
    try {
      const body = { id: query.id, name, sql, params, version: query.version }
      onRestored(await call(saveQuery, { body }, { quiet: true }))
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusy(false)
  }
  const [left, right] = against === 'present' ? [shown, present] : [other, shown]
  return (
    <>
      <DialogBody className="versions-body">
        <VersionList versions={versions} chosen={shown.version} onChoose={setChosen} />
        <div className="versions-diff">
          <div className="versions-bar">
            <SegmentedControl
              size="small"
              value={against}
              options={[
                { label: '与前一版比较', value: 'before' },
                { label: '与当前版比较', value: 'present' },
              ]}
              onValueChange={(value) => setAgainst(value as Against)}
            />
            {left && left.name !== right.name && (
              <span className="versions-renamed">
                名称：{left.name} → {right.name}
              </span>
            )}
          </div>
          <SqlDiff
            before={{ title: left ? titleOf(left, present) : '没有更早的版本', sql: left?.sql ?? '' }}
            after={{ title: titleOf(right, present), sql: right.sql }}
          />
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="关闭" onClick={onClose} />
            <Button
              intent="primary"
              text="恢复此版本"
              disabled={shown === present}
              loading={busy}
              onClick={() => void restore()}
            />
          </>
        }
      >
        {failure ? (
          <FailureLine what="恢复失败" failure={failure} />
        ) : (
          <span className="versions-note">恢复会存为新的一版，已有的版本都保留。</span>
        )}
      </DialogFooter>
    </>
  )
}

const titleOf = ({ version, savedAt }: QueryVersion, present: QueryVersion): string =>
  `第 ${version} 版${version === present.version ? '（当前）' : ''}，${timeText(savedAt)}`

interface ListProps {
  versions: readonly QueryVersion[]
  chosen: number
  onChoose: (version: number) => void
}

function VersionList({ versions, chosen, onChoose }: ListProps) {
  const at = versions.findIndex(({ version }) => version === chosen)
  const step = (by: number) => {
    const next = versions[Math.min(versions.length - 1, Math.max(0, at + by))]
    if (next) onChoose(next.version)
  }
  return (
    <div
      className="versions-list"
      role="listbox"
      tabIndex={0}
      aria-label="版本"
      aria-activedescendant={`version-${chosen}`}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
        if (by === undefined || event.nativeEvent.isComposing) return
        event.preventDefault()
        step(by)
      }}
    >
      {versions.map(({ version, savedAt, name }, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list answers the keys.
        <div
          key={version}
          id={`version-${version}`}
          role="option"
          aria-selected={version === chosen}
          className="versions-item"
          title={fullTimeText(savedAt)}
          onClick={() => onChoose(version)}
        >
          <span>
            第 {version} 版{index === 0 && '（当前）'}
          </span>
          <small>{timeText(savedAt)}</small>
          <small className="versions-name">{name}</small>
        </div>
      ))}
    </div>
  )
}
