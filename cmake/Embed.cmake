# Texts that stand in files of their own as string literals, so that the program needs no file at run time
# and each text is written once: the hook scripts of git-hooks/ and the plugin of OpenCode.

function(embed_text file variable)
  set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  set(${variable} "R\"embedded(${text})embedded\"" PARENT_SCOPE)
endfunction()

set(hook_rows "")
foreach(hook post-checkout post-rewrite pre-commit pre-merge-commit pre-push)
  embed_text(${CMAKE_SOURCE_DIR}/git-hooks/${hook} hook_text)
  string(APPEND hook_rows "{\"${hook}\", ${hook_text}},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/ops/setup/hook_scripts.inc CONTENT "@hook_rows@" @ONLY)

embed_text(${CMAKE_SOURCE_DIR}/integrations/opencode/git-handoff.ts plugin_text)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/ops/setup/opencode_plugin.inc
     CONTENT "@plugin_text@\n" @ONLY)

target_include_directories(handoff_ops PRIVATE ${CMAKE_BINARY_DIR}/generated)
