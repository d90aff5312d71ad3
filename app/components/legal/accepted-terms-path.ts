type Accepted = { terms_version: string; at: string };

/** The page of the terms as they read when they were accepted; without its language. */
export const acceptedTermsPath = ({ terms_version: version, at }: Accepted) => `/legal/terms/${version}?at=${at}`;
