// The place, the draft's state and the page's main actions; the others are in the menu.
import { Button, Tag } from '@blueprintjs/core'
import { ChevronRight, FloppyDisk, Menu as MenuIcon, Share } from '@blueprintjs/icons'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import { MoreButton } from '#web/ui/menus/MoreButton.tsx'
import { timeText } from '#web/ui/timeText.ts'
import { mayEdit, mayRun } from '#features/code/web/library/folders.ts'
import { CodeNavigation } from '#features/code/web/lists/CodeNavigation.tsx'
import { type DraftState, isChanged, useActiveDocument, useDocuments } from '../documents/store.ts'
import type { SqlDocument } from '../documents/types.ts'
import { sqlWork } from '../sqlWork.ts'
import { useView } from '../view.ts'
import { PageItems } from './PageItems.tsx'

function stateText(document: SqlDocument, draft: DraftState | undefined): string {
  if (draft?.kind === 'failed') return '草稿没有保存：浏览器空间已满，请保存到服务器'
  if (draft?.kind === 'waiting') return '正在存草稿…'
  if (document.saved && !isChanged(document)) return `已保存，版本 ${document.saved.version}`
  return draft && draft.at > 0 ? `草稿已存 ${timeText(draft.at, 'clock')}` : ''
}

export function TitleLine() {
  const document = useActiveDocument()
  const draft = useDocuments((state) => state.drafts[state.active])
  if (!document) return null
  const { saved, name } = document
  return (
    <div className="title-line sql-title">
      <Button
        className="drawer-toggle"
        variant="minimal"
        icon={<MenuIcon />}
        aria-label="表与查询"
        onClick={() => useView.setState({ drawer: true })}
      />
      <CodeNavigation />
      <nav className="title-path" aria-label="位置">
        {[saved?.team ?? '', ...(saved?.folder ?? '').split('/')]
          .filter((part) => part !== '')
          .map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: folders of one path may share a name.
            <span className="title-step" key={at}>
              <ChevronRight size={12} />
              <span className="title-step-name" title={part}>
                {part}
              </span>
            </span>
          ))}
        <span className="title-step title-here">
          <ChevronRight size={12} />
          <h1 title={name}>{name}</h1>
          {saved && !mayEdit({ right: saved.right ?? 'own' }) && (
            <Tag minimal className="title-right" title="修改后可以另存为自己的副本">
              {mayRun({ right: saved.right ?? 'own' }) ? '只可运行' : '只可查看'}
            </Tag>
          )}
        </span>
      </nav>
      <div className="title-actions">
        <span className={`sql-draft ${draft?.kind === 'failed' ? 'sql-draft-failed' : ''}`} role="status">
          {stateText(document, draft)}
        </span>
        <CommandTip command="sql.save" title="保存到服务器">
          <Button variant="minimal" icon={<FloppyDisk size={14} />} onClick={() => sqlWork['sql.save']()}>
            保存
            <KeyHint command="sql.save" />
          </Button>
        </CommandTip>
        <CommandTip command="sql.share" title="分享为只读页面">
          <Button variant="minimal" icon={<Share size={14} />} onClick={() => sqlWork['sql.share']()}>
            分享
          </Button>
        </CommandTip>
        <MoreButton className="sql-menu">
          <PageItems />
        </MoreButton>
      </div>
    </div>
  )
}
