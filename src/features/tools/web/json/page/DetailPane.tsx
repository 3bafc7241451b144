// The pane beside the tree: the selected row's whole value, its path, and what it may mean.
import { Button } from '@blueprintjs/core'
import { KeyHint } from '#web/shell/keys/KeyHint.tsx'
import type { Detail } from '../engine/openText.ts'
import { copyRow, openWithin } from './rowWork.ts'
import { useJson } from './store.ts'
import { countText, hintText, kindTitles, sizeText } from './words.ts'

export function DetailPane() {
  const detail = useJson((state) => state.detail)
  if (!detail) return <aside className="json-detail" aria-label="所选的值" />
  const { path, kind, size, count, text, isCut, isDuplicate, isTabular } = detail
  return (
    <aside className="json-detail" aria-label="所选的值">
      <p className="json-detail-path">
        <code>{path}</code>
        <Button size="small" variant="minimal" onClick={() => void copyRow('path')}>
          复制路径
          <KeyHint command="json.copyPath" />
        </Button>
      </p>
      <p className="tools-muted">
        {kindTitles[kind]}
        {count !== null && `，${countText(count)} 项`}，{sizeText(size)}
        {isDuplicate && '，此键在对象里重复'}
        {isTabular && '，t 以表格显示'}
      </p>
      <HintPart detail={detail} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <pre className="json-detail-text" tabIndex={0}>
        {text}
        {isCut && '…'}
      </pre>
      <p className="tools-buttons">
        <Button size="small" onClick={() => void copyRow('value')}>
          复制值
          <KeyHint command="json.copyValue" />
        </Button>
        {isCut && <span className="tools-muted">只显示开头，复制的是全部</span>}
      </p>
    </aside>
  )
}

function HintPart({ detail: { hint, kind, text, isCut } }: { detail: Detail }) {
  if (!hint) return null
  return (
    <div className="json-detail-hint">
      {hint.kind === 'picture' && !isCut && <img src={text} alt="文字里的图片" />}
      {hint.kind === 'address' ? (
        <a href={text} target="_blank" rel="noopener noreferrer">
          打开网址
        </a>
      ) : (
        <span>{hintText(hint)}</span>
      )}
      {hint.kind === 'json' && kind === 'string' && (
        <Button size="small" onClick={() => void openWithin()}>
          打开里面的 JSON
          <KeyHint command="json.within" />
        </Button>
      )}
    </div>
  )
}
