/* libpq, loaded when the first connection is opened: linked as usual it would bring twenty more
 * libraries (LDAP, Kerberos ..) into every start of the program, which takes twice as long then.
 *
 * The functions have their usual names; pq_api_load() comes before the first call. */
#ifndef STORE_PQ_API_H
#define STORE_PQ_API_H

#include "pessoi/err.h"

#include <libpq-fe.h>

#define PQ_API(X)           \
    X(PQclear)              \
    X(PQcmdStatus)          \
    X(PQcmdTuples)          \
    X(PQconnectPoll)        \
    X(PQconnectStartParams) \
    X(PQconninfoFree)       \
    X(PQconninfoParse)      \
    X(PQconsumeInput)       \
    X(PQerrorMessage)       \
    X(PQfinish)             \
    X(PQflush)              \
    X(PQfreemem)            \
    X(PQgetResult)          \
    X(PQgetisnull)          \
    X(PQgetlength)          \
    X(PQgetvalue)           \
    X(PQisBusy)             \
    X(PQntuples)            \
    X(PQparameterStatus)    \
    X(PQresultErrorField)   \
    X(PQresultErrorMessage) \
    X(PQresultStatus)       \
    X(PQsendPrepare)        \
    X(PQsendQuery)          \
    X(PQsendQueryParams)    \
    X(PQsendQueryPrepared)  \
    X(PQserverVersion)      \
    X(PQsetNoticeReceiver)  \
    X(PQsetnonblocking)     \
    X(PQsocket)             \
    X(PQstatus)             \
    X(PQtransactionStatus)

/* Written once, by the first pq_api_load(). */
extern struct pq_api {
#define X(name) __typeof__(name) *name##_;
    PQ_API(X)
#undef X
} pq_api;

/* UNFIT: the library is not installed, or too old. */
PES_MUST_USE enum pes_err pq_api_load(struct pes_note *note);

#ifndef PQ_API_PLAIN /* pq_api.c alone */
#define PQclear pq_api.PQclear_
#define PQcmdStatus pq_api.PQcmdStatus_
#define PQcmdTuples pq_api.PQcmdTuples_
#define PQconnectPoll pq_api.PQconnectPoll_
#define PQconnectStartParams pq_api.PQconnectStartParams_
#define PQconninfoFree pq_api.PQconninfoFree_
#define PQconninfoParse pq_api.PQconninfoParse_
#define PQconsumeInput pq_api.PQconsumeInput_
#define PQerrorMessage pq_api.PQerrorMessage_
#define PQfinish pq_api.PQfinish_
#define PQflush pq_api.PQflush_
#define PQfreemem pq_api.PQfreemem_
#define PQgetResult pq_api.PQgetResult_
#define PQgetisnull pq_api.PQgetisnull_
#define PQgetlength pq_api.PQgetlength_
#define PQgetvalue pq_api.PQgetvalue_
#define PQisBusy pq_api.PQisBusy_
#define PQntuples pq_api.PQntuples_
#define PQparameterStatus pq_api.PQparameterStatus_
#define PQresultErrorField pq_api.PQresultErrorField_
#define PQresultErrorMessage pq_api.PQresultErrorMessage_
#define PQresultStatus pq_api.PQresultStatus_
#define PQsendPrepare pq_api.PQsendPrepare_
#define PQsendQuery pq_api.PQsendQuery_
#define PQsendQueryParams pq_api.PQsendQueryParams_
#define PQsendQueryPrepared pq_api.PQsendQueryPrepared_
#define PQserverVersion pq_api.PQserverVersion_
#define PQsetNoticeReceiver pq_api.PQsetNoticeReceiver_
#define PQsetnonblocking pq_api.PQsetnonblocking_
#define PQsocket pq_api.PQsocket_
#define PQstatus pq_api.PQstatus_
#define PQtransactionStatus pq_api.PQtransactionStatus_
#endif

#endif
