// The installation's logo and name; without a logo for the host name, the name alone.
import { Link } from 'wouter'
import { installation } from './installation.ts'

export function Brand({ linked = true }: { linked?: boolean }) {
  const { title, logo } = installation()
  const content = (
    <>
      {logo && <img className="brand-logo" src={logo} alt="" width={22} height={22} />}
      <span className="brand-title">{title}</span>
    </>
  )
  return linked ? (
    <Link className="brand" href="/">
      {content}
    </Link>
  ) : (
    <span className="brand">{content}</span>
  )
}
