import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { color, type } from '@/theme/tokens'
import { resend } from '../login.messages'
import { useVerifyCode } from '../queries'
import { signUp } from '../signUp.messages'
import { Verified } from '../VerifyEmailPage'
import { AuthPage, Form } from './AuthPage'
import { CodeBox } from './CodeBox'
import { CodeForm } from './CodeForm'
import { useResend } from './ResendForm'

const Again = styled('section')({ marginTop: 28, paddingTop: 20, borderTop: `1px solid ${color.line}` })
const AgainTitle = styled('h2')({ ...type.h2, marginBottom: 12 })

/** Says after a sign-up where the mail went, with a field for its code, or shows the code itself where none can be sent. */
export function SignUpDone({ email, code }: { email: string; code: string | undefined }) {
  return code === undefined ? <CheckMail email={email} /> : <NoMail code={code} />
}

function CheckMail({ email }: { email: string }) {
  const verify = useVerifyCode()
  const { send, isPending } = useResend()
  if (verify.isSuccess) return <Verified />
  return (
    <AuthPage title={signUp.checkTitle} lead={signUp.checkText(email)}>
      <CodeForm verify={verify} />
      <Again>
        <AgainTitle>{resend.heading}</AgainTitle>
        <Button onClick={() => send(email)} loading={isPending}>
          {resend.button}
        </Button>
      </Again>
    </AuthPage>
  )
}

function NoMail({ code }: { code: string }) {
  return (
    <AuthPage title={signUp.codeTitle} lead={signUp.codeText}>
      <Form as="div">
        <CodeBox code={code} />
        <Button component={Link} to={paths.manualVerify} variant="contained" size="large" fullWidth>
          {signUp.enterCode}
        </Button>
      </Form>
    </AuthPage>
  )
}
