// Faults of the connection between a command and the gateway that it is a client of, in words that name the address.

export interface ClientFault {
  readonly message: string;
  /** True if the same request may succeed in a moment. */
  readonly mayPass: boolean;
}

/** Connections that broke or were never made. */
const noAnswer: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens on that port',
  ECONNRESET: 'the connection broke; note that http and https use different ports',
  ECONNABORTED: 'the connection broke',
  EPIPE: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke; note that http and https use different ports',
  HPE_INVALID_EOF_STATE: 'the connection broke',
  ETIMEDOUT: 'no connection in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  EAI_AGAIN: 'its name has no address now',
  ENOTFOUND: 'its name has no address',
};

/** The reason in words; undefined for a fault that is not the connection's. */
export function clientFault(fault: unknown, url: string): ClientFault | undefined {
  const code = codeOf(fault);
  if (code === undefined) return undefined;
  if (Object.hasOwn(noAnswer, code)) {
    return { message: `the gateway at ${url} does not answer (${code}: ${noAnswer[code]})`, mayPass: true };
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return {
      message: `${url}: its certificate is not valid now (${code}); check the clock of this machine, or renew the certificate`,
      mayPass: false,
    };
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)) {
    const way = 'name a certificate to trust, such as tls/cert.pem in its data directory, in NODE_EXTRA_CA_CERTS';
    return { message: `${url}: its certificate is not trusted (${code}); ${way}`, mayPass: false };
  }
  if (!/^(EPROTO|HPE_|ERR_SSL_)/.test(code)) return undefined;
  return {
    message: `${url}: no gateway answers there (${code}); note that http and https use different ports`,
    mayPass: false,
  };
}

/** The code of the system, of TLS or of the HTTP parser. `fetch` has it in the cause of its error. */
function codeOf(fault: unknown): string | undefined {
  for (let each = fault; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
  }
  return undefined;
}
