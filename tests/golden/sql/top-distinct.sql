WITH _1 AS (
  SELECT f."player_id" AS "d11", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1
),
_top_ranked AS (
  SELECT "d11", sum("p2") AS "p2"
  FROM _1
  GROUP BY 1
),
_top AS MATERIALIZED (
  SELECT r."d11", TRUE AS "_first"
  FROM (
    SELECT "d11", coalesce("p2", 0) AS "p2"
    FROM _top_ranked
  ) AS r
  ORDER BY r."p2" DESC NULLS LAST, r."d11" ASC NULLS LAST
  LIMIT 1
),
_1_p901_top AS MATERIALIZED (
  SELECT CASE WHEN _top."_first" THEN f."player_id" END AS "d11", NOT coalesce(_top."_first", FALSE) AS "_other", f."channel" AS "_1_p901_value"
  FROM "login_day" AS f
  LEFT JOIN _top ON _top."d11" IS NOT DISTINCT FROM f."player_id"
  GROUP BY 1, 2, 3
),
_1_top AS (
  SELECT CASE WHEN _top."_first" THEN _1."d11" END AS "d11", NOT coalesce(_top."_first", FALSE) AS "_other", sum("p2") AS "p2"
  FROM _1 LEFT JOIN _top ON _top."d11" IS NOT DISTINCT FROM _1."d11"
  GROUP BY 1, 2
),
_1_p901_top_rows AS (
  SELECT "d11", "_other", count("_1_p901_value") AS "p901"
  FROM _1_p901_top
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d11", "_other", max("p901") AS "p901", sum("p2") AS "p2"
  FROM (
    SELECT "d11", "_other", 0 AS "p901", "p2"
    FROM _1_top
    UNION ALL
    SELECT "d11", "_other", "p901", NULL AS "p2"
    FROM _1_p901_top_rows
  ) AS _all
  GROUP BY 1, 2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d11", FALSE AS "_other", (SELECT count(DISTINCT "_1_p901_value") FROM _1_p901_top) AS "p901", sum("p2") AS "p2"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d11", "_other", "p901", "p2"
  FROM _rows
)
SELECT r."d11", r."p901", r."_other"
FROM (
  SELECT "_level", "d11", "_other", "p901", coalesce("p2", 0) AS "p2"
  FROM _levels
) AS r
ORDER BY r."_level", r."_other", r."p901" DESC NULLS LAST, r."d11" ASC NULLS LAST
LIMIT 100002
