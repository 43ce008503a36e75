/** An e-mail address that breaks before its @ rather than anywhere. */
export const Breakable = ({ text }: { readonly text: string }) => {
  const at = text.indexOf('@');
  return at < 0 ? (
    text
  ) : (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
};
