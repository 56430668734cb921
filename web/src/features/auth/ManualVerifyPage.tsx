import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { AuthPage } from './parts/AuthPage'
import { CodeForm } from './parts/CodeForm'
import { ResendForm } from './parts/ResendForm'
import { useVerifyCode } from './queries'
import { manualVerify } from './verify.messages'
import { Verified } from './VerifyEmailPage'

/** /manual-verify */
export function Component() {
  const verify = useVerifyCode()
  if (verify.isSuccess) return <Verified />
  return (
    <AuthPage
      title={manualVerify.title}
      lead={
        <>
          {manualVerify.haveDone} <Link to={paths.home}>{manualVerify.signIn}</Link>
        </>
      }
    >
      <CodeForm verify={verify} />
      <ResendForm />
    </AuthPage>
  )
}
