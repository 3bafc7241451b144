// Shown for any address without a page.
import { Link } from 'wouter'
import { usePageTitle } from './pageTitle.ts'

export function NotFoundPage() {
  usePageTitle('404')
  return (
    <div className="notice-page">
      <section className="notice-box">
        <h1 className="notice-title">哎呀！出错啦！</h1>
        <p>可能的原因：</p>
        <ul>
          <li>网络信号弱</li>
          <li>找不到请求的页面</li>
          <li>输入的网址不正确</li>
        </ul>
        <Link className="bp6-button bp6-intent-primary" href="/">
          返回首页
        </Link>
      </section>
    </div>
  )
}
