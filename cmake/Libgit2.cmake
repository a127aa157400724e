# Finds libgit2, statically where that is possible.
#
# The program uses libgit2's object database only. Linked statically, with the set-up of TLS and SSH
# wrapped away, start-up is about twenty times cheaper than with the shared library, which reads every
# CA certificate of the system at git_libgit2_init (docs/decisions/001-static-libgit2.md).

add_library(handoff_libgit2 INTERFACE)
find_path(LIBGIT2_INCLUDE_DIR git2.h REQUIRED)
target_include_directories(handoff_libgit2 SYSTEM INTERFACE ${LIBGIT2_INCLUDE_DIR})

set(static_names git2 ssh2 mbedtls mbedx509 mbedcrypto http_parser pcre2-8 z gcrypt gpg-error crypto)
set(static_libs "")
set(static_missing "")
foreach(name IN LISTS static_names)
  find_library(STATIC_LIB_${name} NAMES lib${name}.a)
  if(STATIC_LIB_${name})
    list(APPEND static_libs ${STATIC_LIB_${name}})
  else()
    list(APPEND static_missing lib${name}.a)
  endif()
endforeach()

if(HANDOFF_STATIC AND NOT static_missing)
  set(CMAKE_REQUIRED_INCLUDES ${LIBGIT2_INCLUDE_DIR})
  add_library(handoff_libgit2_stubs STATIC ${CMAKE_SOURCE_DIR}/cmake/libgit2_stubs.cpp)
  target_link_libraries(handoff_libgit2 INTERFACE
    ${static_libs} handoff_libgit2_stubs
    -Wl,--wrap=git_mbedtls_stream_global_init
    -Wl,--wrap=git_transport_ssh_global_init
    -static)
  set(HANDOFF_LIBGIT2_KIND static)
else()
  find_library(LIBGIT2_SHARED NAMES git2 REQUIRED)
  target_link_libraries(handoff_libgit2 INTERFACE ${LIBGIT2_SHARED} z crypto)
  set(HANDOFF_LIBGIT2_KIND shared)
  if(HANDOFF_STATIC)
    message(STATUS "no static libgit2 (missing: ${static_missing}); using the shared one: "
                   "each start costs about 10 ms more")
  endif()
endif()
message(STATUS "libgit2: ${HANDOFF_LIBGIT2_KIND}")
