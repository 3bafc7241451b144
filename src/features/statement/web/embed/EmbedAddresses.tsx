// An embed's address, and the HTML to include it in a page.
import { AnchorButton, Button, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { Duplicate, Share } from '@blueprintjs/icons'
import { useState } from 'react'
import { copyText } from '#web/ui/copyText.ts'
import type { Embed } from '#features/embed/contract.ts'

type Theme = '' | 'light' | 'dark'

const embedLink = (id: string, theme: Theme = ''): string =>
  `${window.location.origin}/iframe/report/${encodeURIComponent(id)}${theme && `?theme=${theme}`}`

/** The script avoids a second scroll bar; without it the frame scrolls inside. */
const snippetOf = (link: string): string =>
  `<iframe src="${link}" title="报表" style="width:100%;height:600px;border:0" loading="lazy" referrerpolicy="no-referrer"></iframe>
<script>
addEventListener('message', (event) => {
  if (event.origin !== '${new URL(link).origin}' || event.data?.type !== 'analytics-embed-height') return
  for (const frame of document.querySelectorAll('iframe')) {
    if (frame.contentWindow === event.source) frame.style.height = event.data.height + 'px'
  }
})
</script>`

export function EmbedAddresses({ embed, id }: { embed: Embed; id: string }) {
  const [theme, setTheme] = useState<Theme>('')
  const link = embedLink(id, theme)
  const snippet = snippetOf(link)
  return (
    <div className="embed-addresses">
      <div className="embed-line">
        <InputGroup
          readOnly
          fill
          value={link}
          aria-label="嵌入地址"
          onFocus={(event) => event.currentTarget.select()}
        />
        <HTMLSelect
          aria-label="明暗"
          value={theme}
          onChange={(event) => setTheme(event.currentTarget.value as Theme)}
        >
          <option value="">随系统明暗</option>
          <option value="light">浅色</option>
          <option value="dark">深色</option>
        </HTMLSelect>
        <Button
          icon={<Duplicate size={14} />}
          text="复制"
          onClick={() => void copyText(link, '地址已复制')}
        />
        <AnchorButton icon={<Share size={14} />} text="预览" href={link} target="_blank" rel="noreferrer" />
      </div>
      <div className="embed-line">
        <TextArea
          readOnly
          fill
          rows={3}
          value={snippet}
          aria-label="嵌入代码"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          icon={<Duplicate size={14} />}
          text="复制代码"
          onClick={() => void copyText(snippet, '嵌入代码已复制')}
        />
      </div>
      <p className="embed-hint">
        地址后可加 <code>report=报表编号</code>、<code>range=last7</code> 或{' '}
        <code>range=2026-10-01..2026-10-07</code>、<code>f=d维度编号~in~值</code>
        ，只会缩小、不会放宽下面的范围。
        {embed.frameAncestors.length > 0 && `可放入：${embed.frameAncestors.join('、')}`}
      </p>
    </div>
  )
}
