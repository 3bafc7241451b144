// What the embedded gateway received last; says that it delivers to nobody.
import { timeText } from '#web/ui/timeText.ts'
import { useTest } from './store.ts'

export function KeptPart() {
  const kept = useTest((state) => state.kept)
  if (kept === null) return null
  return (
    <section className="push-part" aria-labelledby="push-kept">
      <h2 id="push-kept" className="push-heading">
        内置网关收到的
      </h2>
      <p className="push-note">内置网关在本机，只保存收到的内容，不会真正送达任何设备。</p>
      {kept.length === 0 ? (
        <p className="push-muted">还没有收到</p>
      ) : (
        <ul className="push-kept">
          {kept.map(({ id, at, game, title, body, targets, firstTarget }) => (
            <li key={id}>
              <span className="push-run-time">{timeText(at)}</span>
              <span>{game}</span>
              <strong>{title}</strong>
              <span className="push-kept-body">{body}</span>
              <span className="push-muted">
                {firstTarget}
                {targets > 1 && ` 等 ${targets.toLocaleString('en-US')} 人`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
