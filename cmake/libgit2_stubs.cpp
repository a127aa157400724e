// What a static libgit2 asks for and this program never uses: network set-up (wrapped at link time,
// see Libgit2.cmake) and GSSAPI. Each stub is only there to satisfy the linker.

extern "C" {

int __wrap_git_mbedtls_stream_global_init() { return 0; }
int __wrap_git_openssl_stream_global_init() { return 0; }
int __wrap_git_transport_ssh_libssh2_global_init() { return 0; }
int __wrap_git_transport_ssh_global_init() { return 0; }

void* GSS_C_NT_HOSTBASED_SERVICE = nullptr;
unsigned gss_delete_sec_context() { return 1; }
unsigned gss_display_status() { return 1; }
unsigned gss_import_name() { return 1; }
unsigned gss_indicate_mechs() { return 1; }
unsigned gss_init_sec_context() { return 1; }
unsigned gss_release_buffer() { return 1; }
unsigned gss_release_name() { return 1; }
unsigned gss_release_oid_set() { return 1; }

// See Libgit2.cmake: unwind tables are found by their index.
void __wrap___register_frame_info(const void*, void*) {}
void* __wrap___deregister_frame_info(const void*) { return nullptr; }

}  // extern "C"
