# Finds libgit2, statically where that is possible.
#
# The program uses libgit2's object database only. Linked statically, with the set-up of TLS and SSH
# wrapped away, start-up is about twenty times cheaper than with the shared library, which reads every
# CA certificate of the system at git_libgit2_init (docs/decisions/001-static-libgit2.md).
#
# Which libraries a static libgit2 asks for differs between distributions: those that are here are
# offered to the linker, and a small program tells whether they suffice. If not, the shared one is used.

add_library(handoff_libgit2 INTERFACE)
find_path(LIBGIT2_INCLUDE_DIR git2.h REQUIRED)
target_include_directories(handoff_libgit2 SYSTEM INTERFACE ${LIBGIT2_INCLUDE_DIR})

# In link order: a library comes before what it uses.
set(static_names git2 ssh2 mbedtls mbedx509 mbedcrypto http_parser llhttp pcre2-8 pcre gcrypt gpg-error
                 ssl crypto zstd z)
set(static_libs "")
foreach(name IN LISTS static_names)
  find_library(STATIC_LIB_${name} NAMES lib${name}.a)
  mark_as_advanced(STATIC_LIB_${name})
  if(STATIC_LIB_${name})
    list(APPEND static_libs ${STATIC_LIB_${name}})
  endif()
endforeach()
set(static_flags -Wl,--wrap=git_mbedtls_stream_global_init -Wl,--wrap=git_openssl_stream_global_init
                 -Wl,--wrap=git_transport_ssh_global_init -Wl,--wrap=git_transport_ssh_libssh2_global_init
                 -static)
# g++ registers the unwind tables of a static program as one unsorted list, which the first exception
# sorts: 9 million instructions, more than all else that a command does. With an index made by the
# linker, and nothing registered, the unwinder finds its place by binary search.
list(APPEND static_flags -Wl,--eh-frame-hdr
                         -Wl,--wrap=__register_frame_info -Wl,--wrap=__deregister_frame_info)

# The other library that is not header-only has to be there as an archive too.
find_library(STATIC_LIB_yaml NAMES libyaml-cpp.a)
mark_as_advanced(STATIC_LIB_yaml)

if(HANDOFF_STATIC AND STATIC_LIB_git2 AND STATIC_LIB_yaml)
  try_compile(HANDOFF_STATIC_LINKS ${CMAKE_BINARY_DIR}/static-libgit2
    SOURCES ${CMAKE_CURRENT_LIST_DIR}/libgit2_probe.cpp ${CMAKE_CURRENT_LIST_DIR}/libgit2_stubs.cpp
    CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${LIBGIT2_INCLUDE_DIR}
    LINK_OPTIONS ${static_flags}
    LINK_LIBRARIES ${static_libs}
    OUTPUT_VARIABLE static_link_output)
endif()

if(HANDOFF_STATIC AND HANDOFF_STATIC_LINKS)
  add_library(handoff_libgit2_stubs STATIC ${CMAKE_CURRENT_LIST_DIR}/libgit2_stubs.cpp)
  target_link_libraries(handoff_libgit2 INTERFACE ${static_libs} handoff_libgit2_stubs ${static_flags})
  set(HANDOFF_LIBGIT2_KIND static)
else()
  find_library(LIBGIT2_SHARED NAMES git2 REQUIRED)
  target_link_libraries(handoff_libgit2 INTERFACE ${LIBGIT2_SHARED} z crypto)
  set(HANDOFF_LIBGIT2_KIND shared)
  if(HANDOFF_STATIC)
    message(STATUS "libgit2 cannot be linked statically here; using the shared one: "
                   "each start costs about 10 ms more")
    file(WRITE ${CMAKE_BINARY_DIR}/static-libgit2.log "${static_link_output}\n")
  endif()
endif()
message(STATUS "libgit2: ${HANDOFF_LIBGIT2_KIND}")
