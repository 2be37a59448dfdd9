#pragma once
// SPDX-License-Identifier: MIT

/* Marks and ranges for a profiler, as CUDA programs set them, in C and C++. No tool listens here: every
 * call returns at once with what NVTX gives without one: no range is tracked, handles are null.
 * - Source:  NVTX 3.1, nvtx3/nvToolsExt.h, by behaviour
 */

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_SUCCESS 0
#define NVTX_FAIL (-1)
/* What a push or a pop returns where no tool counts the levels. */
#define NVTX_NO_PUSH_POP_TRACKING (-2)
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st* nvtxStringHandle_t;
typedef struct nvtxResourceHandle* nvtxResourceHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
  char const* ascii;
  wchar_t const* unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;

#define SIMT_DETAIL_NVTX(type, name, parameters, result) \
  static inline type name parameters { return result; }
#define SIMT_DETAIL_NVTX_VOID(name, parameters, uses) \
  static inline void name parameters { uses; }

SIMT_DETAIL_NVTX_VOID(nvtxInitialize, (void const* reserved), (void)reserved)
SIMT_DETAIL_NVTX_VOID(nvtxMarkEx, (nvtxEventAttributes_t const* event), (void)event)
SIMT_DETAIL_NVTX_VOID(nvtxMarkA, (char const* message), (void)message)
SIMT_DETAIL_NVTX_VOID(nvtxMarkW, (wchar_t const* message), (void)message)
SIMT_DETAIL_NVTX(nvtxRangeId_t, nvtxRangeStartEx, (nvtxEventAttributes_t const* event),
                 ((void)event, 0))
SIMT_DETAIL_NVTX(nvtxRangeId_t, nvtxRangeStartA, (char const* message), ((void)message, 0))
SIMT_DETAIL_NVTX(nvtxRangeId_t, nvtxRangeStartW, (wchar_t const* message), ((void)message, 0))
SIMT_DETAIL_NVTX_VOID(nvtxRangeEnd, (nvtxRangeId_t range), (void)range)
SIMT_DETAIL_NVTX(int, nvtxRangePushEx, (nvtxEventAttributes_t const* event),
                 ((void)event, NVTX_NO_PUSH_POP_TRACKING))
SIMT_DETAIL_NVTX(int, nvtxRangePushA, (char const* message),
                 ((void)message, NVTX_NO_PUSH_POP_TRACKING))
SIMT_DETAIL_NVTX(int, nvtxRangePushW, (wchar_t const* message),
                 ((void)message, NVTX_NO_PUSH_POP_TRACKING))
SIMT_DETAIL_NVTX(int, nvtxRangePop, (void), NVTX_NO_PUSH_POP_TRACKING)
SIMT_DETAIL_NVTX_VOID(nvtxNameCategoryA, (uint32_t category, char const* name),
                 ((void)category, (void)name))
SIMT_DETAIL_NVTX_VOID(nvtxNameCategoryW, (uint32_t category, wchar_t const* name),
                 ((void)category, (void)name))
SIMT_DETAIL_NVTX_VOID(nvtxNameOsThreadA, (uint32_t thread, char const* name),
                 ((void)thread, (void)name))
SIMT_DETAIL_NVTX_VOID(nvtxNameOsThreadW, (uint32_t thread, wchar_t const* name),
                 ((void)thread, (void)name))

SIMT_DETAIL_NVTX(nvtxDomainHandle_t, nvtxDomainCreateA, (char const* name), ((void)name, (nvtxDomainHandle_t)NULL))
SIMT_DETAIL_NVTX(nvtxDomainHandle_t, nvtxDomainCreateW, (wchar_t const* name), ((void)name, (nvtxDomainHandle_t)NULL))
SIMT_DETAIL_NVTX_VOID(nvtxDomainDestroy, (nvtxDomainHandle_t domain), (void)domain)
SIMT_DETAIL_NVTX_VOID(nvtxDomainMarkEx,
                 (nvtxDomainHandle_t domain, nvtxEventAttributes_t const* event),
                 ((void)domain, (void)event))
SIMT_DETAIL_NVTX(nvtxRangeId_t, nvtxDomainRangeStartEx,
                 (nvtxDomainHandle_t domain, nvtxEventAttributes_t const* event),
                 ((void)domain, (void)event, 0))
SIMT_DETAIL_NVTX_VOID(nvtxDomainRangeEnd, (nvtxDomainHandle_t domain, nvtxRangeId_t range),
                 ((void)domain, (void)range))
SIMT_DETAIL_NVTX(int, nvtxDomainRangePushEx,
                 (nvtxDomainHandle_t domain, nvtxEventAttributes_t const* event),
                 ((void)domain, (void)event, NVTX_NO_PUSH_POP_TRACKING))
SIMT_DETAIL_NVTX(int, nvtxDomainRangePop, (nvtxDomainHandle_t domain),
                 ((void)domain, NVTX_NO_PUSH_POP_TRACKING))
SIMT_DETAIL_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringA,
                 (nvtxDomainHandle_t domain, char const* text), ((void)domain, (void)text, (nvtxStringHandle_t)NULL))
SIMT_DETAIL_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringW,
                 (nvtxDomainHandle_t domain, wchar_t const* text), ((void)domain, (void)text, (nvtxStringHandle_t)NULL))
SIMT_DETAIL_NVTX_VOID(nvtxDomainNameCategoryA,
                 (nvtxDomainHandle_t domain, uint32_t category, char const* name),
                 ((void)domain, (void)category, (void)name))
SIMT_DETAIL_NVTX_VOID(nvtxDomainNameCategoryW,
                 (nvtxDomainHandle_t domain, uint32_t category, wchar_t const* name),
                 ((void)domain, (void)category, (void)name))
#undef SIMT_DETAIL_NVTX
#undef SIMT_DETAIL_NVTX_VOID

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#endif
